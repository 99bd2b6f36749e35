/* Tables that can be sorted get a button in each head; without this script they are in a sensible order already. */
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const valueOf = (row, column) => {
    const cell = row.cells[column];
    const number = parseFloat(cell.dataset.value);
    return cell.classList.contains("number") ? (isNaN(number) ? -Infinity : number) : cell.textContent;
  };
  const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b) : b - a);
  Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
    if (Array.from(body.rows).every((row) => row.cells[column].matches(".number:not([data-value])"))) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") !== "descending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = Array.from(body.rows);
      rows.sort((a, b) => compare(valueOf(a, column), valueOf(b, column)) * (down ? 1 : -1));
      body.append(...rows);
    });
  });
}
