/** The pictures players can show each other, drawn here. */

import type { Emote } from "../../wire";

const FACE = <circle class="emote-face" cx="20" cy="20" r="17" />;
const EYES = <path class="emote-dot" d="M14 16.5v1M26 16.5v1" />;

const PICTURES: Record<Emote, preact.JSX.Element> = {
  smile: (
    <>
      {FACE}
      {EYES}
      <path class="emote-line" d="M11.5 23.5q8.5 9 17 0" />
    </>
  ),
  laugh: (
    <>
      {FACE}
      <path class="emote-line" d="m11 14 5.5 3-5.5 3M29 14l-5.5 3 5.5 3" />
      <path class="emote-mouth" d="M11 23.5h18q-1 9-9 9t-9-9Z" />
    </>
  ),
  wow: (
    <>
      {FACE}
      <path class="emote-dot" d="M13.5 15v2M26.5 15v2" />
      <path class="emote-line" d="M11 10.5q2.5-2 5 0M24 10.5q2.5-2 5 0" />
      <ellipse class="emote-mouth" cx="20" cy="27" rx="4" ry="5" />
    </>
  ),
  sad: (
    <>
      {FACE}
      {EYES}
      <path class="emote-line" d="M12.5 28.5q7.5-7 15 0" />
      <path class="emote-tear" d="M27.5 21q3.5 5 0 6.5-3.5-1.5 0-6.5Z" />
    </>
  ),
  angry: (
    <>
      <path class="emote-steam" d="M4 9q-3-5 2-7 1 3 4 3M36 9q3-5-2-7-1 3-4 3" />
      <circle class="emote-face hot" cx="20" cy="21" r="16" />
      <path class="emote-line" d="m11 14 6 3.5M29 14l-6 3.5M13 29q7-5 14 0" />
      <path class="emote-dot" d="M15 20v.5M25 20v.5" />
    </>
  ),
  heart: <path class="emote-heart" d="M20 35Q3 24 3 13.5C3 4 16 2.500 20 11c4-8.500 17-7 17 2.500Q37 24 20 35Z" />,
  applause: (
    <>
      <path class="emote-steam" d="M20 2v5M9 5l2.500 4.500M31 5l-2.500 4.500" />
      <path
        class="emote-hand"
        d="M9 35q-5-5-4-11l1-7q.5-3 3-2.500t2 3.500l-.5 3 6-8q1.700-2 3.300-.8t.2 3.300l-3 4.500 1 .8q3 3-.5 7.700L14 33Z"
      />
      <path
        class="emote-hand"
        d="M31 35q5-5 4-11l-1-7q-.5-3-3-2.500t-2 3.500l.5 3-6-8q-1.700-2-3.300-.8t-.2 3.300l3 4.500-1 .8q-3 3 .5 7.700L26 33Z"
      />
    </>
  ),
  coffee: (
    <>
      <path class="emote-steam" d="M13 11q-3-3 0-5.500T13 1M21 11q-3-3 0-5.500T21 1" />
      <path class="emote-cup" d="M6 15h23v10q0 8-8 8h-7q-8 0-8-8ZM29 18h3q5 0 5 4.500T32 27h-3.500" />
      <path class="emote-line" d="M4 36.500h27" />
    </>
  ),
};

export function EmotePicture({ emote }: { emote: Emote }) {
  return (
    <svg class="emote" viewBox="0 0 40 40" aria-hidden="true">
      {PICTURES[emote]}
    </svg>
  );
}
