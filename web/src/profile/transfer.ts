/** Taking the profile along: as a file, or packed into a link that another browser opens. */

import { playerName } from "../lib/settings";
import { api } from "../net/api";
import type { ProfileLink } from "../wire";
import { addGames, history, isGame, type PlayedGame } from "./history";

interface Profile {
  format: "ferrovia-profile";
  version: 1;
  name: string;
  games: PlayedGame[];
}

/** What a link can carry; a file carries everything. */
const LONGEST = 60_000;

export function profileText(most = Infinity): string {
  const profile: Profile = {
    format: "ferrovia-profile",
    version: 1,
    name: playerName.peek(),
    games: history.peek().slice(0, most),
  };
  return JSON.stringify(profile);
}

/** Merge a profile into this browser's; how many games were new. Null if it is no profile. */
export function readProfile(text: string): number | null {
  const profile = parse(text);
  if (!profile) return null;
  if (!playerName.peek()) playerName.value = profile.name;
  return addGames(profile.games.filter(isGame));
}

/** The names of the games in a profile. */
export function gamesIn(text: string): Set<string> {
  return new Set(parse(text)?.games.map(({ id }) => id));
}

function parse(text: string): Profile | null {
  try {
    const profile = JSON.parse(text) as Partial<Profile> | null;
    const fits =
      profile?.format === "ferrovia-profile" && typeof profile.name === "string" && Array.isArray(profile.games);
    return fits ? (profile as Profile) : null;
  } catch {
    return null;
  }
}

/** A link to this profile. */
export async function giveProfile(): Promise<ProfileLink> {
  return api.giveProfile(await packProfile());
}

/** This profile, as small as it gets. */
export function packProfile(): Promise<string> {
  return packGames(history.peek().length);
}

/** The oldest games stay behind if they are too many. */
async function packGames(most: number): Promise<string> {
  const packed = await pack(profileText(most));
  return packed.length <= LONGEST || most === 0 ? packed : packGames(Math.floor(0.8 * most));
}

/** Take the profile of a link over: how many games were new, and how many running games came along. */
export async function takeProfile(token: string): Promise<{ games: number; tables: number }> {
  const { profile, tables } = await api.takeProfile(token);
  return { games: readProfile(await unpackProfile(profile)) ?? 0, tables };
}

async function pack(text: string): Promise<string> {
  const packed = await through(new Blob([text]), new CompressionStream("gzip")).arrayBuffer();
  const letters = Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte));
  return btoa(letters.join(""));
}

export async function unpackProfile(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return through(new Blob([bytes]), new DecompressionStream("gzip")).text();
}

function through(blob: Blob, stream: CompressionStream | DecompressionStream): Response {
  return new Response(blob.stream().pipeThrough(stream));
}
