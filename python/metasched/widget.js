// What FigureWidget (widget.py) shows in a notebook: sliders, the figure, and what was wrong with the last change.

function render({ model, el }) {
  const figure = document.createElement("div");
  const problem = document.createElement("pre");
  problem.setAttribute("role", "alert");

  for (const [path, [min, max, step]] of Object.entries(model.get("sliders"))) {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "range", min, max, step });
    const output = document.createElement("output");
    label.style.display = "block";
    label.append(`${path} `, input, " ", output);
    const follow = () => {
      const value = model.get("set")[path];
      if (value !== undefined) input.value = value;
      output.textContent = value ?? "as in the scenario";
    };
    input.addEventListener("change", () => {
      model.set("set", { ...model.get("set"), [path]: input.valueAsNumber });
      model.save_changes();
      follow();
    });
    model.on("change:set", follow);
    follow();
    el.append(label);
  }

  const draw = () => {
    const svg = new DOMParser().parseFromString(model.get("svg"), "image/svg+xml").documentElement;
    svg.style.maxWidth = "100%";
    figure.replaceChildren(svg);
  };
  const complain = () => {
    problem.textContent = model.get("problem");
    problem.hidden = !problem.textContent;
  };
  model.on("change:svg", draw);
  model.on("change:problem", complain);
  draw();
  complain();
  el.append(figure, problem);
}

export default { render };
