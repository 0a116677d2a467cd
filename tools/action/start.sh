#!/usr/bin/env bash
# Installs the package of PACKAGE, starts it with FLAGS, and tells later steps where it is.
set -euo pipefail
folder="$RUNNER_TEMP/fakecluster"
mkdir -p "$folder"
npm install --prefix "$folder" --no-audit --no-fund --loglevel=error "$PACKAGE"

# As a shell reads them, but nothing is run or expanded.
words=()
while IFS= read -r -d '' word; do words+=("$word"); done < <(printf '%s' "$FLAGS" | xargs printf '%s\0')
[ -n "${FLAGS//[[:space:]]/}" ] || words=()

nohup "$folder/node_modules/.bin/fakecluster" --port 0 --kubeconfig "$folder/kubeconfig" ${words[@]+"${words[@]}"} \
  >"$folder/log" 2>&1 </dev/null &
server=$!
until grep -q ' listens on ' "$folder/log"; do
  if ! kill -0 "$server" 2>/dev/null; then
    cat "$folder/log"
    echo "::error title=fakecluster::It could not start: $(tail -n 1 "$folder/log")"
    exit 1
  fi
  sleep 0.1
done
cat "$folder/log"
url="$(sed -n 's/.* listens on //p' "$folder/log" | head -n 1)"
{
  echo "KUBECONFIG=$folder/kubeconfig"
  echo "FAKECLUSTER_SERVER=$url"
} >>"$GITHUB_ENV"
{
  echo "url=$url"
  echo "kubeconfig=$folder/kubeconfig"
} >>"$GITHUB_OUTPUT"
