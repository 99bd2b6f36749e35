export function Logo() {
  return <img class="logo" src="/icon.svg" alt="" width="38" height="38" />;
}
