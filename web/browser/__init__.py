"""A page without a server: web workers in WebAssembly do the server's work.

`host` and `search_worker` each run in a web worker of the browser, started by host.js and
search_worker.js. Nothing outside a browser imports them.
"""
