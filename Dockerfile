# docker build --tag fakecluster . && docker run --rm --read-only --publish 8080:8080 fakecluster
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci && npm pack --ignore-scripts --pack-destination /tmp
RUN tools/image/build-root.sh /usr/local/bin/node /tmp/fakecluster-*.tgz /root-of-image

FROM scratch
COPY --from=build /root-of-image /
ENV PATH=/bin:/opt/fakecluster/node_modules/.bin HOME=/state
WORKDIR /state
VOLUME /state
USER 65532:65532
EXPOSE 8080
# It listens once it is ready, with or without TLS and a token.
HEALTHCHECK --interval=5s --timeout=3s CMD ["/bin/node", "-e", "require('net').connect(8080, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => process.exit(1))"]
ENTRYPOINT ["/bin/node", "/opt/fakecluster/node_modules/fakecluster/dist/cli.js", "--host", "0.0.0.0"]
