/** Icons of the playback buttons. */

const PATHS = {
  first: "M6 5v14M19 5L9 12l10 7Z",
  back: "M16 5L6 12l10 7Z",
  play: "M7 4l13 8-13 8Z",
  pause: "M7 5h3.5v14H7ZM13.5 5H17v14h-3.5Z",
  forward: "M8 5l10 7-10 7Z",
  last: "M18 5v14M5 5l10 7-10 7Z",
};

export function ReplayIcon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="replay-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
