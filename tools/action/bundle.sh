#!/usr/bin/env bash
# Writes what happened in the cluster at FAKECLUSTER_SERVER to a page named after NAME.
set -euo pipefail
folder="$RUNNER_TEMP/fakecluster"
if [ -z "${FAKECLUSTER_SERVER:-}" ]; then
  echo '::error title=fakecluster::No step has started a cluster: use the action without bundle first.'
  exit 1
fi
file="$folder/$NAME.fakecluster.html"
# A kubeconfig has the token as JSON.
token="$(node -p 'JSON.parse(process.argv[1])' "$(sed -n 's/^ *token: //p' "$folder/kubeconfig" | head -n 1)")"
insecure=()
[[ "$FAKECLUSTER_SERVER" == https:* ]] && insecure=(--insecure)
"$folder/node_modules/.bin/fakecluster" ctl --token "$token" ${insecure[@]+"${insecure[@]}"} bundle "$file"
echo "file=$file" >>"$GITHUB_OUTPUT"
