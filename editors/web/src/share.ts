// Documents in the fragment of an address: `#` and the text, compressed by `deflate-raw`, in base64url. A
// server never sees a fragment.

/** Bytes of a text from a link at most. A short link can hold a text that would fill the memory. */
const MOST = 1 << 20;

async function readAtMost(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > most) {
      void reader.cancel();
      throw new Error("the text of this link is longer than 1 MB");
    }
    parts.push(part.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function through(bytes: Uint8Array, format: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> {
  return new Blob([bytes as BlobPart]).stream().pipeThrough(format as ReadableWritablePair<Uint8Array, Uint8Array>);
}

/** Returns a fragment that holds a text. */
export async function pack(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST) throw new Error("the text is longer than 1 MB; send it as a file");
  const packed = await readAtMost(through(bytes, new CompressionStream("deflate-raw")), 2 * MOST);
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the text that a fragment holds. */
export async function unpack(fragment: string): Promise<string> {
  let binary: string;
  try {
    binary = atob(fragment.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    throw new Error("this link is damaged: a part of it may be missing");
  }
  const packed = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  try {
    const bytes = await readAtMost(through(packed, new DecompressionStream("deflate-raw")), MOST);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof Error && error.message.includes("1 MB")) throw error;
    throw new Error("this link is damaged: a part of it may be missing");
  }
}
