// What a visitor changes on the page during a step of a lesson. It is kept in the step's entry of the browser's history, so that it is there
// again after a reload, and when Back leads to the step.

const root = document.documentElement;
/** Where fields are that a lesson asks to change. */
const OF_FORM = "#form";
const OF_FIGURES = ".figure-tools";
/** How often is looked whether the program has taken up a scenario or a field [ms]. */
const LOOKED_MS = 50;

const pause = () => new Promise((later) => setTimeout(later, LOOKED_MS));
/** The program takes up the scenario of a step, and a field that depends on another one, in tasks of their own. */
const isTakenUp = () => root.dataset.started !== undefined && root.dataset.formBehind === undefined;
const valueOf = (field) => (field.type === "checkbox" ? field.checked : field.value);

/** Keeps what is typed or chosen from now on, until `signal` is aborted. */
export function keepChanges(signal) {
  const keep = ({ target }) => {
    if (!target.id || !target.matches("input, select, textarea") || !target.closest(`${OF_FORM}, ${OF_FIGURES}`)) return;
    try {
      const { changes, ...entry } = history.state ?? {};
      history.replaceState({ ...entry, changes: { ...changes, [target.id]: valueOf(target) } }, "");
    } catch {
      // Browsers refuse too many changes in a short time; the next one will do.
    }
  };
  for (const kind of ["input", "change"]) document.addEventListener(kind, keep, { signal });
}

/** What was changed in the step of this entry of the history: the values of fields by their ids. */
export const keptChanges = () => history.state?.changes ?? {};

/** Makes changes again, as long as `isWanted` holds. */
export async function repeatChanges(kept, isWanted) {
  const changes = Object.entries(kept);
  if (changes.length === 0) return;
  do await pause();
  while (isWanted() && !isTakenUp());
  if (!isWanted()) return;
  // Fields of the form are there at once, those of the figure with the results.
  const isOfForm = ([id]) => Boolean(document.getElementById(id)?.closest(OF_FORM));
  for (const [id, value] of [...changes.filter(isOfForm), ...changes.filter((own) => !isOfForm(own))]) {
    do await pause();
    while (isWanted() && (!isTakenUp() || (!isOfForm([id]) && root.dataset.state === "running")));
    if (!isWanted()) return;
    const field = document.getElementById(id);
    if (!field || valueOf(field) === value) continue;
    field[field.type === "checkbox" ? "checked" : "value"] = value;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
}
