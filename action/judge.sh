#!/usr/bin/env bash
# What action.yml runs: judges the service, compares it with an earlier report, and asks the gate. All settings come as
# variables; those that begin with PETSTORE_ are read by the suite itself.
set -euo pipefail

conformance() {
  node "$GITHUB_ACTION_PATH/bin/petstore-conformance.js" "$@"
}

tell() {
  printf '%s=%s\n' "$1" "$2" >> "$GITHUB_OUTPUT"
}

# An undefined variable of the workflow arrives as an empty input.
if [[ "${PETSTORE_BASE_URL:-}" =~ ^[[:space:]]*$ ]]; then
  echo '::error title=Pet Store conformance::The input base-url is empty. Set it to the address of the service.'
  exit 3
fi

# The key is on disk only as long as the run lasts, for its owner alone.
keys=''
forget_key() {
  if [ -n "$keys" ]; then rm -rf "$keys"; fi
}
trap forget_key EXIT
if [ -n "${SIGN_KEY:-}" ]; then
  keys="$(umask 077 && mktemp -d "$RUNNER_TEMP/conformance-key.XXXXXX")"
  (umask 077 && printf '%s\n' "$SIGN_KEY" > "$keys/sign.pem")
  export PETSTORE_SIGN_KEY_FILE="$keys/sign.pem"
fi
unset SIGN_KEY

# What an earlier step left in the folder is not what this run found.
report="$PETSTORE_REPORTS_DIR/report.json"
rm -f "$report"

code=0
conformance run || code=$?
tell exit-code "$code"
forget_key
if [ ! -f "$report" ]; then exit "$code"; fi
tell report "$report"
tell verdict "$(node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")).verdict.outcome' "$report")"

if [ -n "${BASE_REPORT:-}" ]; then
  difference=0
  conformance diff "$BASE_REPORT" "$report" --format md > "$RUNNER_TEMP/conformance-diff.md" || difference=$?
  cat "$RUNNER_TEMP/conformance-diff.md" >> "$GITHUB_STEP_SUMMARY"
  if [ "$difference" -ne 0 ]; then
    echo '::error title=Pet Store conformance::The report is worse than the earlier one, or cannot be compared with it.'
    if [ "$code" -eq 0 ]; then code="$difference"; fi
  fi
fi

if [ "${GATE:-false}" = true ]; then
  question=(gate "$PETSTORE_REPORTS_DIR")
  if [ -n "${PETSTORE_PROFILE:-}" ]; then question+=(--profile "$PETSTORE_PROFILE"); fi
  if [ -n "${PETSTORE_SUBJECT:-}" ]; then question+=(--subject "$PETSTORE_SUBJECT"); fi
  if [ -n "${POLICY:-}" ]; then question+=(--policy "$POLICY"); fi
  if [ -n "${PUBLIC_KEY:-}" ]; then question+=(--public-key "$PUBLIC_KEY"); fi
  answer=0
  # The answer quotes the report, in which nothing may be a command to the runner.
  token="$(node -p 'crypto.randomUUID()')"
  echo "::stop-commands::$token"
  conformance "${question[@]}" || answer=$?
  echo "::$token::"
  if [ "$answer" -eq 0 ]; then tell promote yes; else tell promote no; fi
  if [ "$code" -eq 0 ]; then code="$answer"; fi
fi

exit "$code"
