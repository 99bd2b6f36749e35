# syntax=docker/dockerfile:1
# The table server. Tables and compiled code are kept in /data:
#   docker build --tag ferrovia .
#   docker run --publish 8000:8000 --volume ferrovia:/data ferrovia --address https://trains.example.org
# The wheel is the same for every platform, so it is built on that of the builder.
FROM --platform=$BUILDPLATFORM python:3.13-slim AS wheel
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim
RUN --mount=type=bind,from=wheel,source=/wheels,target=/wheels \
    --mount=type=bind,source=requirements/image.txt,target=/image.txt \
    pip install --no-cache-dir --require-hashes --only-binary :all: --requirement /image.txt && \
    pip install --no-cache-dir --no-deps /wheels/ferrovia-*.whl && pip check
RUN useradd --system --uid 10001 --home-dir /data ferrovia && install --directory --owner ferrovia --mode 700 /data
USER ferrovia
WORKDIR /data
VOLUME /data
# The environment and options after the image's name override these.
ENV XDG_CACHE_HOME=/data/cache PYTHONUNBUFFERED=1 \
    FERROVIA_HOST=0.0.0.0 FERROVIA_PORT=8000 FERROVIA_STORE=/data/tables.sqlite FERROVIA_JSON_LOGS=true
EXPOSE 8000
# The first start compiles engine and bots, which takes minutes on a slow machine.
HEALTHCHECK --interval=30s --timeout=5s --start-period=300s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["ferrovia", "serve"]
