# The table in the browser: docker build -t kiebitz . && docker run -p 8400:8400 -v kiebitz:/data kiebitz
FROM python:3.12-slim AS build
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --wheel-dir /wheels .

FROM python:3.12-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir /wheels/*.whl && rm -rf /wheels \
 && useradd --create-home --uid 10001 kiebitz && mkdir /data && chown kiebitz /data
USER 10001
ENV KIEBITZ_DATA=/data
VOLUME /data
EXPOSE 8400
HEALTHCHECK --interval=30s --timeout=5s CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8400/api/health', timeout=4)"]
STOPSIGNAL SIGTERM
# The token is printed, unless KIEBITZ_TOKEN says one.
CMD ["kiebitz", "serve", "--host", "0.0.0.0"]
