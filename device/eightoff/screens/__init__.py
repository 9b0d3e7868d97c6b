"""One module a screen, loaded when it opens and dropped when it closes (`app.App.open`).

A screen module has `open(app)`, which returns an object with
    key(event)   take an event of `keys`
    tick(now)    do what is due; return the ms until it wants to be called again
    draw()       bring the canvas up to date
"""
