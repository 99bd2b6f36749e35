// Browsers start no worker in a page that was opened from a folder. The search then runs in a hidden frame instead.
if (location.protocol === "file:") {
  // As between a page and a worker: a copy, and later.
  const send = (message, receive) => {
    const data = structuredClone(message);
    setTimeout(() => receive({ data }));
  };

  window.Worker = class {
    constructor(url) {
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      this.inside = this.frame.contentWindow;
      this.inside.postMessage = (message) => send(message, (event) => this.onmessage?.(event));
      const script = this.inside.document.createElement("script");
      script.src = url;
      this.loaded = new Promise((resolve) => (script.onload = resolve));
      this.inside.document.body.append(script);
    }

    postMessage(message) {
      send(message, (event) => this.loaded.then(() => this.inside.onmessage?.(event)));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
