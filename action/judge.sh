#!/usr/bin/env bash
# action.yml runs this: it judges the service, compares the report with an earlier one, and runs the gate. All settings are
# variables. The suite itself reads those that start with PETSTORE_.
set -euo pipefail

conformance() {
  node "$GITHUB_ACTION_PATH/bin/petstore-conformance.js" "$@"
}

output() {
  printf '%s=%s\n' "$1" "$2" >> "$GITHUB_OUTPUT"
}

error() {
  echo "::error title=Pet Store conformance::$1"
}

reject() {
  error "$1"
  exit 3
}

is_blank() {
  [[ "$1" =~ ^[[:space:]]*$ ]]
}

# An undefined variable of the workflow arrives as an empty input.
if is_blank "${PETSTORE_BASE_URL:-}"; then reject 'The input base-url is empty. Set it to the address of the service.'; fi
if is_blank "${PETSTORE_REPORTS_DIR:-}"; then reject 'The input reports is empty. Set it to a folder.'; fi
for path in "reports=$PETSTORE_REPORTS_DIR" "deviations=${PETSTORE_DEVIATIONS:-}" "base-report=${BASE_REPORT:-}" \
  "policy=${POLICY:-}" "public-key=${PUBLIC_KEY:-}"; do
  if [[ "${path#*=}" = -* ]]; then reject "The input ${path%%=*} must be a path. A path cannot start with a dash."; fi
  if [[ "$path" = *[[:cntrl:]]* ]]; then reject "The input ${path%%=*} must be a path on one line."; fi
done
if [[ ! "${GATE:-false}" =~ ^(true|false)$ ]]; then reject 'The input gate must be true or false.'; fi
if [ "${GATE:-false}" = true ] && is_blank "${PETSTORE_SUBJECT:-}"; then
  reject 'The input subject is empty. The gate needs the build that was judged, as NAME@sha256:…'
fi

# The key is on disk only during the run, and only its owner can read it.
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

# The report of an earlier step must not pass for the report of this run.
report="$PETSTORE_REPORTS_DIR/report.json"
rm -f "$report"

code=0
conformance run || code=$?
output exit-code "$code"
forget_key
if [ ! -f "$report" ]; then exit "$code"; fi
output report "$report"
fact() {
  node -p 'const { run, verdict } = JSON.parse(fs.readFileSync(process.argv[1], "utf8")); '"$1" "$report"
}
run="$(fact run.id)"
output run "$run"
output verdict "$(fact verdict.outcome)"

if [ -n "${BASE_REPORT:-}" ]; then
  difference=0
  conformance diff "$BASE_REPORT" "$report" --format md > "$RUNNER_TEMP/conformance-diff.md" || difference=$?
  cat "$RUNNER_TEMP/conformance-diff.md" >> "$GITHUB_STEP_SUMMARY"
  case "$difference" in
    0) ;;
    1) error 'The report is worse than the one of base-report. The summary shows the regression.' ;;
    *) error 'The report cannot be compared with the one of base-report. The log says why.' ;;
  esac
  if [ "$code" -eq 0 ]; then code="$difference"; fi
fi

if [ "${GATE:-false}" = true ]; then
  arguments=(gate "$PETSTORE_REPORTS_DIR" --run "$run" --subject "$PETSTORE_SUBJECT")
  if [ -n "${PETSTORE_PROFILE:-}" ]; then arguments+=(--profile "$PETSTORE_PROFILE"); fi
  if [ -n "${POLICY:-}" ]; then arguments+=(--policy "$POLICY"); fi
  if [ -n "${PUBLIC_KEY:-}" ]; then arguments+=(--public-key "$PUBLIC_KEY"); fi
  gate_code=0
  # The decision quotes the report. The runner must execute no command in it.
  token="$(node -p 'crypto.randomUUID()')"
  echo "::stop-commands::$token"
  conformance "${arguments[@]}" || gate_code=$?
  echo "::$token::"
  if [ "$gate_code" -eq 0 ]; then
    output promote yes
    decision='YES: the build may be promoted.'
  else
    output promote no
    decision='NO: the build may not be promoted. The log says why.'
    error "$decision"
  fi
  printf '\n**Gate: %s**\n' "$decision" >> "$GITHUB_STEP_SUMMARY"
  if [ "$code" -eq 0 ]; then code="$gate_code"; fi
fi

exit "$code"
