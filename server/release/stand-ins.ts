import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Image } from "./compose-run.ts";
import { createBareSystem } from "./bare-system.ts";

/**
 * Debian packages that replace official images, because no registry offers those here. Each has the settings and the
 * start of its image, by the image's documentation.
 */

const searched = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

interface StandIn {
  packages: readonly string[];
  image: Omit<Image, "root" | "entrypoint">;
  /** A script that the image starts before its command. */
  entrypoint?: string;
}

const standIns: Readonly<Record<string, StandIn>> = {
  caddy: {
    packages: ["caddy", "ca-certificates"],
    image: {
      command: ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"],
      environment: { PATH: searched, XDG_CONFIG_HOME: "/config", XDG_DATA_HOME: "/data" },
      workingDirectory: "/srv",
      user: "0",
    },
  },
  "valkey/valkey": {
    packages: ["valkey-server", "valkey-tools"],
    image: {
      command: ["valkey-server"],
      environment: { PATH: searched },
      workingDirectory: "/data",
      user: "0",
    },
  },
  postgres: {
    packages: ["postgresql"],
    image: {
      command: ["postgres"],
      environment: {
        // The image has a locale. Without it, a database would be in ASCII.
        LANG: "C.UTF-8",
        PGDATA: "/var/lib/postgresql/18/docker",
        PATH: `${searched}:/opt/postgres`,
      },
      workingDirectory: "/",
      user: "0",
      stopSignal: "SIGINT",
    },
    entrypoint: `#!/bin/sh
set -e
as_postgres="setpriv --reuid=postgres --regid=postgres --init-groups"
install -d -o postgres -g postgres /var/lib/postgresql /run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -o postgres -g postgres -m 700 "$(dirname "$PGDATA")" "$PGDATA"
  printf '%s' "$POSTGRES_PASSWORD" >/run/postgresql/password
  chmod 644 /run/postgresql/password
  $as_postgres initdb --username="$POSTGRES_USER" --pwfile=/run/postgresql/password --auth-host=scram-sha-256
  rm /run/postgresql/password
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  echo "create database $POSTGRES_DB" | $as_postgres postgres --single -j postgres
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
fi
exec $as_postgres "$@"
`,
  },
};

/** Creates the images. Dispose of the stack after their use. */
export async function createStandIns(
  suite: string,
): Promise<{ images: Record<string, Image>; stack: AsyncDisposableStack }> {
  const stack = new AsyncDisposableStack();
  const images: Record<string, Image> = {};
  for (const [name, { packages, image, entrypoint }] of Object.entries(standIns)) {
    const { place, run } = stack.use(await createBareSystem(suite, packages));
    if (name === "postgres") await run("ln -s /usr/lib/postgresql/*/bin /opt/postgres");
    if (entrypoint !== undefined) {
      await writeFile(path.join(place, "entrypoint"), entrypoint);
      await chmod(path.join(place, "entrypoint"), 0o755);
    }
    images[name] = {
      ...image,
      root: place,
      entrypoint: entrypoint === undefined ? [] : ["/entrypoint"],
    };
  }
  return { images, stack };
}
