/** What somebody brings as a record: the text of one, or words about why it is none. The server judges what it says. */

/** Why something cannot be a record, before anybody has read it: a word of the catalogue. */
export class Unusable extends Error {
  constructor(readonly reason: "empty" | "no-file" | "unreadable") {
    super(reason);
  }
}

/** As records are written: mail and other systems end lines differently, and whoever pastes takes blank lines along. */
export function tidied(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").trim();
  if (lines === "") throw new Unusable("empty");
  return `${lines}\n`;
}

/** The text of a file. Folders look like files until somebody reads them; files may be gone by then. */
export async function textOf(file: Pick<File, "text"> | undefined): Promise<string> {
  if (!file) throw new Unusable("no-file");
  try {
    return await file.text();
  } catch {
    throw new Unusable("unreadable");
  }
}
