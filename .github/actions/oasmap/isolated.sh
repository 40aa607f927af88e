# Start a program of Python that imports nothing of the checkout, and has no token: a pull request may have written
# every file that is here. The variables do what `python -I` does, for programs with an interpreter of their own.
isolated() {
    env $(env | sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\)=.*/-u \1/p' | grep -iE 'token|secret|password|jwt') \
        -u PYTHONPATH -u PYTHONHOME -u PYTHONSTARTUP PYTHONSAFEPATH=1 PYTHONNOUSERSITE=1 "$@"
}
