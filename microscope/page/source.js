// Where the files come from: an address, the page itself, or the Python of a notebook.
//
// get("en/about.json", progress) -> an ArrayBuffer. progress(bytes) is told what has come;
// progress.wait(share, what) is told how far files are that have to be made first.

export function fromAddress(base) {
  return async function get(name, progress) {
    for (;;) {
      const response = await fetch(new URL(name, base));
      if (response.status === 202) {                      // they are being made, once
        const { share, what } = await response.json();
        progress.wait(share, what);
        await new Promise((go) => setTimeout(go, 300));
      } else if (!response.ok) {
        throw new Error((await response.text()).slice(0, 300) || `${name}: ${response.status}`);
      } else return body(response, progress);
    }
  };
}

async function body(response, progress) {
  const parts = [], reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    parts.push(value);
    progress(value.length);
  }
}

/** Files within the page, as base64 in elements with the id "file:NAME". */
export async function fromPage(name) {
  const text = document.getElementById(`file:${name}`).textContent.trim();
  const response = await fetch(`data:application/octet-stream;base64,${text}`);
  return response.arrayBuffer();
}

/** Messages to the Python of a notebook, where its address cannot be reached. */
export function fromMessages(model) {
  const open = new Map();                                 // name -> { give, fail, progress }
  model.on("msg:custom", ({ name, state }, buffers) => {
    const asked = open.get(name);
    if (!asked) return;
    if (state.error) asked.fail(new Error(state.error));
    else if (!buffers.length) asked.progress.wait(state.share, state.what);
    else {
      const { buffer, byteOffset, byteLength } = buffers[0];
      asked.progress(byteLength);
      asked.give(buffer.slice(byteOffset, byteOffset + byteLength));
    }
  });
  return (name, progress) => new Promise((give, fail) => {
    open.set(name, { give, fail, progress });
    model.send({ name });
  });
}
