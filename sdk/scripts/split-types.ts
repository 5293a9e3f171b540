import ts from "typescript";

/**
 * Splits the generated types. `types.gen.ts` gets the document's own schemas and the queries of its lists, which the
 * package publishes. `operations.gen.ts` gets the types that only the generated client uses.
 */
export function splitTypes(files: ReadonlyMap<string, string>, schemas: readonly string[]) {
  const source = ts.createSourceFile(
    "types.gen.ts",
    files.get("types.gen.ts") ?? "",
    ts.ScriptTarget.Latest,
  );
  const textOf = (node: ts.Node) => node.getText(source);
  const published: string[] = [];
  const own: string[] = [];
  for (const statement of source.statements) {
    if (!ts.isTypeAliasDeclaration(statement)) continue;
    const text = statement.getFullText(source);
    const name = textOf(statement.name);
    const query = queryOf(statement, source);
    if (schemas.includes(name)) published.push(text);
    else if (query === undefined) own.push(text);
    else {
      const queryName = name.replace(/Data$/, "Query");
      const operation = queryName[0]?.toLowerCase() + queryName.slice(1, -"Query".length);
      published.push(
        `\n\n/** The query of \`${operation}\`. */\nexport type ${queryName} = ${textOf(query)};`,
      );
      own.push(text.replace(textOf(query), queryName));
    }
  }
  const operations = own.join("");
  const used = published
    .map((text) => /export type (\w+)/.exec(text)?.[1] ?? "")
    .filter((name) => new RegExp(`\\b${name}\\b`).test(operations));
  const head = "// This file is auto-generated from openapi/openapi.json\n";
  return new Map([
    ...files,
    ["types.gen.ts", head + published.join("").trimStart()],
    [
      "operations.gen.ts",
      `${head}\nimport type { ${used.join(", ")} } from "./types.gen.ts";\n${operations}`,
    ],
    [
      "sdk.gen.ts",
      (files.get("sdk.gen.ts") ?? "").replace(
        /(["'])\.\/types\.gen\.ts\1/,
        '"./operations.gen.ts"',
      ),
    ],
  ]);
}

/** Returns the type of an operation's query, if it has one. */
function queryOf(statement: ts.TypeAliasDeclaration, source: ts.SourceFile) {
  if (!ts.isTypeLiteralNode(statement.type)) return undefined;
  return statement.type.members
    .filter(ts.isPropertySignature)
    .filter((member) => member.name.getText(source) === "query")
    .map(({ type }) => type)
    .find((type) => type !== undefined && ts.isTypeLiteralNode(type));
}
