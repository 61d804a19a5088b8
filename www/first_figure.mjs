// What waits for the first figure, so that it does not hold that up.

/** Comes back once the first figure is finished or, if there is none, once nothing has run for ten seconds. */
export async function firstFigure() {
  const { dataset } = document.documentElement;
  for (let calm = 0; dataset.state !== "done" && calm <= 20; calm = dataset.state === "idle" ? calm + 1 : 0) {
    await new Promise((later) => setTimeout(later, 500));
  }
}
