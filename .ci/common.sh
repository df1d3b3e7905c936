# Sourced by run and full: copies to build in, a cache of compiled code, steps and what they cost.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_QUIET=2
unset PYTHONDONTWRITEBYTECODE  # or each of the suite's processes compiles every module anew
mkdir "$work/tmp"
export TMPDIR=$work/tmp  # where pip builds: below CCACHE_BASEDIR
release=$work/release  # the copy that the README's test command builds, and every release test uses
bin=$release/.venv/bin

alone() {  # a command that one lane at a time may run
    until mkdir "$work/$1.lock" 2>/dev/null; do sleep 0.1; done
    "$@" || true
    rmdir "$work/$1.lock"
}

debian() {  # packages, where Debian's tools are
    ! command -v apt-get >/dev/null || alone fetch "$@" >>"$work/apt.log" 2>&1
}
fetch() { env -u TMPDIR apt-get update && env -u TMPDIR apt-get install -y --no-install-recommends "$@"; }

# The caches are keyed by content and stay from run to run in the user's cache folder, of a limited
# size. Where there is no ccache, gcc compiles each file anew.
cache=${XDG_CACHE_HOME:-$HOME/.cache}/aicore
keep_compiled() {
    mkdir -p "$cache/cython" "$cache/passed"
    export CYTHON_CACHE_DIR=$cache/cython MYPY_CACHE_DIR=$cache/mypy
    command -v ccache >/dev/null || debian ccache
    if command -v ccache >/dev/null; then
        export CC="ccache gcc" CCACHE_DIR=$cache/ccache CCACHE_MAXSIZE=2G
        export CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=$work CCACHE_COMPILERCHECK=content
    fi
}

copy() {  # of what git knows of, so that builds never see each other's files
    mkdir -p "$1"
    git -C "$root" ls-files -co --exclude-standard -z | tar -C "$root" -c --null -T - | tar -x -C "$1"
}

unless_passed() {  # a command, unless it passed with the same key, a text of all that it depends on
    local stamp
    stamp=$cache/passed/$(sha256sum <<<"$1" | cut -d ' ' -f 1)
    shift
    if [ -e "$stamp" ]; then echo "passed before, with the same sources and tools"; return; fi
    "$@" || return
    find "$cache/passed" -type f -mtime +30 -delete
    touch "$stamp"
}

command_of() {  # one of the README's two set-up commands
    sed -n "/<!-- $1 command -->/,/^\`\`\`\$/{/^python3/p}" "$root/README.md"
}

browser() {  # chromium or firefox-esr
    command -v "$1" >/dev/null || debian "$1"
    command -v "$1" >/dev/null || { tail -n 20 "$work/apt.log"; return 1; }
}

# Steps: a function each. What one prints goes to a log and is shown when it ends, with what it
# cost; the functions of a lane run one after the other, lanes side by side.
results=$work/results
step() {
    local start=$SECONDS rc
    set +e  # behind "||" bash would go on after a command that fails
    ( set -e; "$1" ) >"$work/$1.log" 2>&1
    rc=$?
    set -e
    alone report "$1" $rc $((SECONDS - start))
}
report() {  # a step, its exit code and its seconds
    printf '\n== %s: %s, %s s\n' "$1" "$([ "$2" = 0 ] && echo ok || echo FAILED)" "$3"
    tail -n "$([ "$2" = 0 ] && echo 12 || echo 400)" "$work/$1.log"
    printf '%s %s %s\n' "$@" >>"$results"
}
lane() { local one; for one; do step "$one"; done; }

summary() {  # of all steps; the exit code
    printf '\n== Summary\n'
    awk '{ printf "%-16s %-6s %5d s\n", $1, $2 ? "FAILED" : "ok", $3 }' "$results"
    printf '%-16s        %5d s\n' "in all" "$SECONDS"
    ! awk '$2' "$results" | grep -q .
}
