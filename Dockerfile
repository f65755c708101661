# An image of the bundle for Linux. docs/bundles.md says how to build and to use it.
FROM debian:13-slim
ARG PLATFORM=linux-x64
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libatomic1 \
    && rm -rf /var/lib/apt/lists/*
ADD petstore-conformance-*-${PLATFORM}.tar.xz /opt/
RUN ln -s /opt/petstore-conformance-*/petstore-conformance /usr/local/bin/ && mkdir -m 1777 /reports
ENV PETSTORE_REPORTS_DIR=/reports
USER 65534:65534
ENTRYPOINT ["petstore-conformance"]
CMD ["run"]
