"""Pages that people open in a browser: made on the server, without a script, told by their forms.

A page is a function of a `Visit`, and a template that extends `base.html`:

    pages = Pages("join", vault, public_url, clock)

    async def ask(visit: Visit) -> Response:
        return visit.show("join/ask.html", name="Musa")

    async def join(visit: Visit) -> Response:
        await enrol(visit.form["name"])
        return visit.go("/join/done", Flash(words="Welcome."))

    routes = [pages.get("/join", ask), pages.post("/join", join)]
    app = page_app(routes)  # paths of routes are below the one that it is mounted at

`site` mounts the app. Each form of a template holds `{{ form_token }}`, which is the hidden field
that tells a form of ours from one of somebody else's; `pages.post` refuses a form without it before
its function is called. Values are escaped, and a value that was forgotten is an error.
A function may raise what operations raise: people read its words on a page (`failures`).
"""
