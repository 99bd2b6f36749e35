/** A QR code, as a data URL: the content security policy forbids foreign markup. */
export function QrPicture({ svg, words }: { svg: string; words: string }) {
  return <img class="qr" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={words} />;
}
