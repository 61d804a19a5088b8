#!/bin/bash
# Records a day of a real Slurm with four nodes in fast motion: a second is two minutes. Run as root on Debian with the packages munge,
# slurmctld, slurmd, slurm-client, slurmdbd and mariadb-server: day.sh FOLDER. The accounting (day.txt) and the events of nodes
# (day-events.txt) are written to the folder.
set -eu
mkdir -p "$1" && cd "$1" && mkdir state spool
own=$PWD host=$(hostname -s) port=${PORT:-27100} RANDOM=22
export SLURM_CONF=$own/slurm.conf
trap 'scancel --user=root || true; kill $(jobs -p) || true' EXIT

head -c 64 /dev/urandom > munge.key && chmod 600 munge.key
cat > slurmdbd.conf <<END
DbdHost=localhost
DbdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$own/munge.socket
SlurmUser=root
PidFile=$own/slurmdbd.pid
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort=$((port + 2))
StorageUser=root
END
chmod 600 slurmdbd.conf
# Strict order of submission on whole nodes; the scheduler looks at the queue after every event.
cat > slurm.conf <<END
ClusterName=day
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$own/munge.socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/linear
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1
PriorityType=priority/basic
DependencyParameters=kill_invalid_depend
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePort=$((port + 1))
AccountingStoragePass=$own/munge.socket
SlurmdParameters=config_overrides
StateSaveLocation=$own/state
SlurmdSpoolDir=$own/spool/%n
SlurmctldPidFile=$own/slurmctld.pid
SlurmdPidFile=$own/%n.pid
SlurmctldPort=$port
NodeName=n[1-4] NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 11))-$((port + 14)) CPUs=4
PartitionName=all Nodes=n[1-4] Default=YES MaxTime=60 State=UP
END
munge() { echo --$1-file="$own/munge.$1"; }
munged --foreground --force --socket="$own/munge.socket" $(munge key) $(munge pid) $(munge log) $(munge seed) &
mariadb-install-db --no-defaults --user=root --datadir="$own/db" --auth-root-authentication-method=normal > db.log
mariadbd --no-defaults --user=root --datadir="$own/db" --socket="$own/db.socket" --port=$((port + 2)) >> db.log 2>&1 &
until [ -S munge.socket ] && [ -S db.socket ]; do sleep 1; done
slurmdbd -D > slurmdbd.log 2>&1 &
until sacctmgr --immediate add cluster day > /dev/null 2>&1; do sleep 1; done
slurmctld -D > slurmctld.log 2>&1 &
for node in n1 n2 n3 n4; do slurmd -D -N $node > $node.log 2>&1 & done
until [ "$(sinfo --noheader --format=%D%T)" = 4idle ]; do sleep 1; done

submit() { sbatch --parsable --output=/dev/null "$@"; }
empty() { until [ -z "$(squeue --noheader)" ]; do sleep 1; done; }
sizes=(1 1 1 1 2 2 2 3 3 4) ids=()
for job in {0..69}; do
    nodes=${sizes[RANDOM % 10]} runtime=$((4 + RANDOM % 24)) limit=$((1 + RANDOM % 3)) gap=$((3 + RANDOM % 8)) code=0 after=""
    ((job % 7 == 6)) && after=--dependency=afterok:${ids[job - 2]}
    ((job % 11 == 10)) && after=--dependency=afterany:${ids[job - 1]}:${ids[job - 4]}
    # Job 21 fails: job 23 follows its failure, and job 24 is cancelled.
    case $job in
        21) code=3 ;;
        23) after=--dependency=afternotok:${ids[21]} ;;
        24) after=--dependency=afterok:${ids[21]} ;;
        34) running=$(squeue --noheader --states=R --sort=-S --format=%N | head -n 1) node=$(scontrol show hostnames "$running" | head -n 1)
            scontrol update NodeName="$node" State=DRAIN Reason=disk ;;
        41) scontrol update NodeName="$node" State=RESUME ;;
    esac
    ids+=("$(submit --nodes=$nodes --time=$limit $after --wrap "sleep $runtime; exit $code")")
    # The morning and the evening are quiet.
    ((job < 15 || job >= 50)) && gap=$((2 * gap))
    sleep $gap
done
# At night, an array of which two tasks may run at a time.
empty
submit --nodes=1 --time=1 --array=1-6%2 --wrap 'sleep $((3 * SLURM_ARRAY_TASK_ID))'
empty
# After the day: jobs that are submitted after an array.
submit --nodes=1 --time=1 --array=1-6 --wrap 'sleep $((2 * SLURM_ARRAY_TASK_ID))'
sleep 2
submit --nodes=4 --time=1 --wrap 'sleep 5'
submit --nodes=2 --time=1 --wrap 'sleep 5'
empty
sleep 5
# Without states, sacct leaves out jobs that were never eligible: cancelled ones, and tasks that wait for the limit of their array.
sacct --allusers --allocations --parsable2 --duplicates --starttime now-1hour --endtime now --state COMPLETED,FAILED,CANCELLED \
    --format JobID,User,Partition,Submit,Eligible,Start,End,ElapsedRaw,NNodes,AllocCPUS,NodeList,TimelimitRaw,State,ExitCode,SubmitLine > day.txt
sacctmgr show event --parsable2 > day-events.txt
