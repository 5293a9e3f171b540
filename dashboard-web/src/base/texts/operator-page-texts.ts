import { textsOf } from "./texts-of.ts";

const id = { operatorPage: "Usaha dan keadaan server" };

const en: typeof id = { operatorPage: "Merchants and server health" };

/** The name of the operator's page, for the page itself and for the ways to it. */
export const operatorPageTexts = textsOf({ id, en });
