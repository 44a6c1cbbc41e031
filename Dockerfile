# A static binary and nothing else: no shell, no package manager, no root.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /noughts ./cmd/noughts

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /noughts /noughts
USER 65532:65532
ENTRYPOINT ["/noughts"]
