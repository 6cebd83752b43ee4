@rem npm's scripts begin with `exec`, so that signals reach Node itself and not a shell around it. Windows has no `exec`.
@%*
