import type {
  AnyTRPCMutationProcedure,
  AnyTRPCQueryProcedure,
  inferProcedureBuilderResolverOptions,
  TRPCProcedureBuilder,
} from "@trpc/server";
import type { z } from "zod";
import { pageOf, type Page } from "../contract/envelope.ts";
import { type Operation, type TableFile, type WrittenFile } from "../contract/operation.ts";
import type { Table } from "../domain/base/table.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- any builder: its nine parameters do not matter here
type AnyBuilder = TRPCProcedureBuilder<any, any, any, any, any, any, any, any, any>;
type Operations = Readonly<Record<string, Operation>>;

/** The result of a handler. An operation without data returns undefined. */
type Answer<Entry extends Operation> = Entry["meta"]["envelope"] extends "page"
  ? Page<z.input<Entry["output"]> extends (infer Item)[] ? Item : never>
  : Entry["meta"]["envelope"] extends TableFile
    ? Table
    : Entry["meta"]["envelope"] extends WrittenFile
      ? AsyncIterable<string | Uint8Array>
      : z.input<Entry["output"]> extends null
        ? null | void
        : z.input<Entry["output"]>;

type Handlers<Builder extends AnyBuilder, Entries extends Operations> = {
  readonly [Name in keyof Entries]: (call: {
    ctx: inferProcedureBuilderResolverOptions<Builder>["ctx"];
    input: z.output<Entries[Name]["input"]>;
  }) => Answer<Entries[Name]> | Promise<Answer<Entries[Name]>>;
};

/** The names of the fields that a result has and the contract lacks, at any depth. */
type FieldsTooMany<Given, Wanted> =
  Given extends AsyncIterable<unknown>
    ? never
    : Given extends readonly (infer Item)[]
      ? FieldsTooMany<Item, Wanted extends readonly (infer Entry)[] ? Entry : never>
      : Given extends object
        ? {
            [Field in keyof Given]-?: Field extends FieldOf<Wanted>
              ? FieldsTooMany<Given[Field], ValueOf<Wanted, Field>>
              : Field;
          }[keyof Given]
        : never;

type FieldOf<Wanted> = Wanted extends object ? keyof Wanted : never;
type ValueOf<Wanted, Field> = Wanted extends object
  ? Field extends keyof Wanted
    ? Wanted[Field]
    : never
  : never;

/** Refuses a handler without an operation, and a handler whose result has more fields than the contract. */
type Exactly<
  Given extends Record<keyof Given, (...call: never[]) => unknown>,
  Entries extends Operations,
> = {
  [Name in keyof Given]: Name extends keyof Entries
    ? Refusal<FieldsTooMany<Awaited<ReturnType<Given[Name]>>, Answer<Entries[Name]>>>
    : never;
};

/** The text that the compiler prints beside the handler's name. */
type Refusal<Fields> = [Fields] extends [never] ? unknown : { "fields too many": Fields };

/** Creates the procedures of a record of operations. GET becomes a query, every other method a mutation. */
export function implement<
  Builder extends AnyBuilder,
  Entries extends Operations,
  Given extends Handlers<Builder, Entries>,
>(
  builder: Builder,
  operations: Entries,
  handlers: Given & Exactly<Given, Entries>,
): { [Name in keyof Given]: AnyTRPCQueryProcedure | AnyTRPCMutationProcedure } {
  const procedures = Object.entries(operations).map(([name, { meta, input, output }]) => {
    const handle = handlers[name as keyof Given] as (call: object) => unknown;
    const declared = builder.meta(meta).input(input).output(answerOf(meta.envelope, output));
    const resolve = async (call: object) => (await handle(call)) ?? null;
    return [name, meta.method === "GET" ? declared.query(resolve) : declared.mutation(resolve)];
  });
  return Object.fromEntries(procedures) as ReturnType<typeof implement<Builder, Entries, Given>>;
}

function answerOf(envelope: Operation["meta"]["envelope"], output: z.ZodType): z.ZodType {
  if (envelope === "page") return pageOf(output as z.ZodArray);
  return output;
}
