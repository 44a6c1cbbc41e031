# A static binary and nothing else: no shell, no package manager, no root. The
# root file system may be read-only; only /data is written to.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /noughts ./cmd/noughts && mkdir /data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /noughts /noughts
COPY LICENSE /LICENSE
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
WORKDIR /data
VOLUME /data
ENV DATABASE_URL=sqlite:/data/noughts.db
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["/noughts", "healthcheck"]
ENTRYPOINT ["/noughts"]
