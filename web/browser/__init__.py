"""A page without a server: what the server does, done by web workers in WebAssembly.

`host` and `thinker` each run in a worker of the browser's; host.js and thinker.js beside them begin
them. They are not imported where there is no browser.
"""
