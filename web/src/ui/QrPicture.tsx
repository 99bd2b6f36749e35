/** A link as a picture, for another screen's camera. The security policy allows pictures written into an address, not
 * markup from elsewhere. */
export function QrPicture({ svg, words }: { svg: string; words: string }) {
  return <img class="qr" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={words} />;
}
