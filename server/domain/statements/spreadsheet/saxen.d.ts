/** Declares the parts of saxen that Tepat uses. saxen has no types. */
declare module "saxen" {
  type Decode = (text: string) => string;

  export class Parser {
    on(
      event: "openTag",
      call: (name: string, attributes: () => Record<string, string>, decode: Decode) => void,
    ): this;
    on(event: "closeTag", call: (name: string) => void): this;
    on(event: "text", call: (text: string, decode: Decode) => void): this;
    on(event: "cdata" | "attention", call: (text: string) => void): this;
    on(event: "error", call: (cause: Error) => void): this;
    write(text: string): this;
    end(): this;
  }
}
