/** The sign of the game: a track that climbs over a hill into the sun. The icons in web/public are drawn alike. */
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 64 64" aria-hidden="true">
      <rect class="logo-sky" width="64" height="64" rx="14" />
      <circle class="logo-sun" cx="44" cy="21" r="9" />
      <path class="logo-hill" d="M0 44C14 30 26 30 38 37s20 6 26 0v13a14 14 0 0 1-14 14H14A14 14 0 0 1 0 50Z" />
      <path class="logo-bed" d="M20 66C22 52 44 50 37 38" />
      <path class="logo-sleepers" d="M20 66C22 52 44 50 37 38" />
    </svg>
  );
}
