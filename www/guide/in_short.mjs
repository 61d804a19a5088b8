// What the lines of a story come to, in one sentence. It is made of the lines' own words and numbers; where they are not understood, there is no sentence.

const ARRIVAL = /^arrives at (.+?) and needs \d+ nodes?(?:, or fewer,)? for [^;]+(; .+)?$/;
const START = /^starts (at home|whole on another cluster|whole|co-allocated), (.+?), to end in /;
const PASSED = /; (\d+ later jobs?) started before it$/;
const ENDS = /^ends; turnaround .+? = (?:(.+?) waiting \+ )?(.+?) alone(?: \+ (.+?) for the network \((penalty [\d.]+)\))?$/;
const RUNS_STILL = /^still runs when the run ends, after (.+) of waiting$/;
const WAITS_STILL = /^still waits when the run ends, after (.+)$/;
const NEVER = /^can never run, even with everything idle;/;
const DROPPED = /^is dropped: no place was found for it, even with everything idle;/;
const SEEN = /^looks ahead at (.+?), itself included:/;
const LEFT_OUT = /^… (\d+) more changes? …$/;

/** Of more clusters than this the number is told. */
const NAMED = 3;

/** The sentence about a job, of its story's lines, each with `kind` and `text`; undefined if they say something else. */
export function inShort(job, lines) {
  const texts = (kind) => lines.filter((line) => line.kind === kind).map((line) => line.text);
  const arrival = ARRIVAL.exec(texts("arrival")[0] ?? "");
  if (!arrival) return undefined;
  const name = `Job ${job}`;
  const waits = texts("wait");
  if (waits.some((text) => NEVER.test(text))) return `${name} can never run, even with everything idle.`;
  if (waits.some((text) => DROPPED.test(text))) return `${name} was dropped: no place was found for it, even with everything idle.`;
  const ended = texts("end")[0] ?? "";
  // A job that its home sends elsewhere waits there too, and on its way.
  const at = arrival[2] ? ` at ${arrival[1]}` : "";
  const never = WAITS_STILL.exec(ended);
  if (never) return `${name} waited ${never[1]}${at} and still waits when the run ends.`;
  const start = START.exec(texts("start")[0] ?? "");
  const more = [...seen(texts("look-ahead")), ...passed(texts("start")[0] ?? ""), ...slides(texts("slide"))].map((part) => `; ${part}`).join("");
  const running = RUNS_STILL.exec(ended);
  if (start && running) return `${name} waited ${running[1]}${at}, started ${where(start)}, and still runs when the run ends${more}.`;
  const end = ENDS.exec(ended);
  if (!start || !end) return undefined;
  const [, waited, alone, network, penalty] = end;
  const before = waited ? `waited ${waited}${at} and then ran` : "started at once and ran";
  const ran = network ? `${where(start)}, ${alone} as if alone and ${network} more for the network (${penalty})` : `${alone} ${where(start)}`;
  return `${name} ${before} ${ran}${more}.`;
}

/** Where it ran, of the line of its start. */
function where([, how, pieces]) {
  if (how === "at home") return "where it arrived";
  const clusters = [...pieces.matchAll(/\d+ on cluster (\d+)/g)].map(([, cluster]) => Number(cluster)).sort((a, b) => a - b);
  if (how === "co-allocated") return clusters.length > NAMED ? `on ${clusters.length} clusters at once` : `on clusters ${listed(clusters)} at once`;
  return `on ${how === "whole" ? "" : "another cluster, "}cluster ${clusters[0]}`;
}

const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

function seen(texts) {
  const found = texts.map((text) => SEEN.exec(text)).find(Boolean);
  return found ? [`its scheduler looked ahead at ${found[1]}`] : [];
}

function passed(text) {
  const found = PASSED.exec(text);
  return found ? [`${found[1]} started before it`] : [];
}

/** How often its predicted end moved, those that are left out included. */
function slides(texts) {
  const count = texts.reduce((sum, text) => sum + Number(LEFT_OUT.exec(text)?.[1] ?? 1), 0);
  return count > 0 ? [`its predicted end moved ${count === 1 ? "once" : `${count} times`}`] : [];
}
