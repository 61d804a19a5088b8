// TypeScript's types of a scenario, from its JSON Schema, and of results, from the list of measures.

const KEY = /^[A-Za-z_$][\w$]*$/;
const PLAIN = { string: "string", number: "number", integer: "number", boolean: "boolean", null: "null", object: "Record<string, Json>", array: "Json[]" };

/** The comment of a schema: what it is, and its range. */
function comment({ title, description, minimum, maximum }, indent) {
  const range = minimum === undefined ? "" : `${minimum} to ${maximum}.`;
  const words = [title && `${title}.`, description, range].filter(Boolean).join(" ");
  return words ? `${indent}/** ${words.replaceAll("*/", "* /")} */\n` : "";
}

/** The type of the values of a schema. */
function typeOf(schema, indent = "") {
  const { type, properties, items, required = [] } = schema;
  const choices = schema.oneOf ?? schema.anyOf ?? schema.enum?.map((own) => ({ const: own }));
  if (choices) return [...new Set(choices.map((own) => typeOf(own, indent)))].join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (properties) {
    const inner = `${indent}  `;
    const fields = Object.entries(properties).map(([name, own]) => {
      const key = KEY.test(name) ? name : JSON.stringify(name);
      return `${comment(own, inner)}${inner}${key}${required.includes(name) ? "" : "?"}: ${typeOf(own, inner)};\n`;
    });
    return `{\n${fields.join("")}${indent}}`;
  }
  if (type === "object" && typeof schema.additionalProperties === "object") return `Record<string, ${typeOf(schema.additionalProperties, indent)}>`;
  if (type === "array" && items) return `(${typeOf(items, indent)})[]`;
  return (type === undefined ? undefined : [type].flat().map((own) => PLAIN[own]).join(" | ")) ?? "Json";
}

/** The rows of the table of measures, which `metasched reference measures` prints in Markdown. */
const measuresOf = (page) => [...page.matchAll(/^\| `(\w+)` \| ([^|]*) \| ([^|]*) \|/gm)].map(([, key, what, unit]) => ({ key, what, unit: unit.trim() }));

/** The types as a file. */
export function types(schema, measures) {
  const fields = measuresOf(measures).map(({ key, what, unit }) => `  /** ${what}${unit ? ` [${unit}]` : ""}. */\n  ${key}?: number | null;\n`);
  return `// Made from the JSON Schema of scenarios and the list of measures.

/** Any value of JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A scenario; what is left out has its default. */
export type Scenario = ${typeOf(schema)};

/** Measures of one scheduler. A measure that the scenario does not have is missing; one that nothing is known of is \`null\`. */
export interface Measures {
${fields.join("")}}
`;
}
