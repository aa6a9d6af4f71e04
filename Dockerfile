# docker build -t marbletop . && docker run -p 8000:8000 -v tables:/data marbletop
FROM python:3.13-slim
WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE NOTICE ./
COPY marbletop marbletop
RUN pip install --no-cache-dir --constraint constraints.txt '.[fast,postgres]'
RUN useradd --create-home player && mkdir /data && chown player /data
WORKDIR /home/player
USER player
ENV MARBLETOP_DATA=/data MARBLETOP_HOST=0.0.0.0 MARBLETOP_PORT=8000 MARBLETOP_CACHE=/home/player/cache
RUN marbletop prepare
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD python -c "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"MARBLETOP_PORT\"]}/healthz')"
CMD ["marbletop", "serve", "--no-browser"]
