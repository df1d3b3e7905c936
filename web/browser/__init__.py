"""A page without a server: what the server does, done by web workers in WebAssembly.

`host` and `search_worker` each run in a worker of the browser's, begun by host.js and
search_worker.js. They are not imported where there is no browser.
"""
