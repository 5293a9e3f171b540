/** A client of Vendure's API with one session. */
export interface Graphql {
  ask<Data>(query: string, variables?: object): Promise<Data>;
  /** Returns the session's token, for another client. */
  token(): string;
}

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { message: string }[];
}

/**
 * Returns a client that throws if the API refuses a query. For an expected refusal, the query
 * requests the field `message`.
 */
export function graphqlOf(url: string, ownToken = ""): Graphql {
  let token = ownToken;
  return {
    token: () => token,
    async ask<Data>(query: string, variables: object = {}) {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token !== "" && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ query, variables }),
      });
      token = response.headers.get("vendure-auth-token") ?? token;
      const { data, errors } = (await response.json()) as Answer;
      if (errors || !data) throw new Error(`${query}: ${JSON.stringify(errors)}`);
      for (const field of Object.values(data)) {
        const keys = Object.keys((field as object | null) ?? {});
        if (keys.length === 1 && keys[0] === "message") {
          throw new Error(`${query}: ${(field as { message: string }).message}`);
        }
      }
      return data as Data;
    },
  };
}
