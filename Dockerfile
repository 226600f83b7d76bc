# entity-sandbox in a container: `docker build -t entity-sandbox .`, then docs/sharing.md.
FROM node:22-alpine AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts
RUN npm run build
RUN npm pack --ignore-scripts --pack-destination /

FROM node:22-alpine
ENV NODE_ENV=production PORT=4010
COPY --from=build /entity-sandbox-*.tgz /tmp/
RUN npm install --global --no-audit --no-fund --cache /tmp/npm /tmp/entity-sandbox-*.tgz && rm -rf /tmp/npm /tmp/entity-sandbox-*.tgz
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api').then(({ status }) => process.exit(status < 500 ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["entity-sandbox"]
CMD ["--host", "0.0.0.0", "--persist", "/data/kept"]
