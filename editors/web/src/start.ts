// Starts the worker before the rest of the page is loaded, so that the server answers sooner.

declare global {
  interface Window {
    /** The worker that is started with the page, until the page takes it. */
    firstWorker?: Worker | undefined;
  }
}

window.firstWorker = new Worker(new URL("worker.js", document.baseURI));

export {};
