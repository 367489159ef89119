# The cluster agent: one file and Node. Build it from the project root:
#   docker build -f deploy/cluster-agent.Dockerfile -t signalbox-cluster-agent:0.1.0 .
FROM node:20.20.2-bookworm AS build
WORKDIR /src
ENV CI=true
COPY . .
RUN npm ci --no-audit --no-fund \
  && node --import tsx --conditions=@signalbox/source deploy/build-cluster-agent.ts

FROM node:20.20.2-bookworm-slim
LABEL org.opencontainers.image.title="Signalbox cluster agent"
COPY --from=build /src/services/cluster-agent/dist/artifact/cluster-agent.cjs /opt/signalbox/cluster-agent.cjs
RUN mkdir -p /var/lib/signalbox-cluster-agent && chown node:node /var/lib/signalbox-cluster-agent
USER node
ENV NODE_ENV=production \
  SIGNALBOX_ADMIN_HOST=0.0.0.0 \
  SIGNALBOX_CLUSTER_AGENT_DATA_DIR=/var/lib/signalbox-cluster-agent
VOLUME /var/lib/signalbox-cluster-agent
EXPOSE 9464
ENTRYPOINT ["node"]
CMD ["/opt/signalbox/cluster-agent.cjs"]
