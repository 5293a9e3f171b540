/** Quotes any text as one word for sh, bash, zsh and dash. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns a line for `eval` that sets variables. */
export function exportLine(variables: Readonly<Record<string, string>>): string {
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${quote(value)}`);
  return `export ${assignments.join(" ")}`;
}
