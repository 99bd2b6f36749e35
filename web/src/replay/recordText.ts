/** Reads record texts from files and the clipboard. The server validates them. */

/** Why a text cannot be a record: the suffix of a message key. */
export class Unusable extends Error {
  constructor(readonly reason: "empty" | "no-file" | "unreadable") {
    super(reason);
  }
}

/** Normalise line ends and surrounding blank lines of pasted text. */
export function tidied(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").trim();
  if (lines === "") throw new Unusable("empty");
  return `${lines}\n`;
}

/** Read a file, which may be a folder or gone by now. */
export async function textOf(file: Pick<File, "text"> | undefined): Promise<string> {
  if (!file) throw new Unusable("no-file");
  try {
    return await file.text();
  } catch {
    throw new Unusable("unreadable");
  }
}
