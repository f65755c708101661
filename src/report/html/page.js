// The script of report.html. The page is complete without it. It adds the filter and the copy buttons, and opens the
// target of a link. It compares text of the report, and never makes markup of it.

const MOST_OPENED = 200;

const filter = document.getElementById('filter');
const search = document.getElementById('filter-text');
const chips = [...document.querySelectorAll('button.chip')];
const count = document.getElementById('filter-count');
const announcement = document.getElementById('announcement');

const rows = [...document.querySelectorAll('#requirements details.requirement')].map((row) => ({
  row,
  part: row.parentElement,
  mark: markOf(row),
  checks: [...row.querySelectorAll('.check')].map((check) => ({ check, mark: markOf(check) })),
}));

/** The outcome that the row shows: the second class of its first mark. */
function markOf(row) {
  return row.querySelector('.mark').classList[1];
}

/** What a search for a text reads. */
function wordsOf(element) {
  return element.textContent.toLowerCase();
}

/** Shows and opens the checks that match, with their requirements. A requirement without checks must match itself. */
function applyFilter() {
  const outcome = chips.find(isPressed)?.dataset.mark ?? '';
  const terms = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const active = outcome !== '' || terms.length > 0;
  const shown = new Set();
  let checksShown = 0;
  for (const { row, mark: markOfRow, checks } of rows) {
    const words = terms.length === 0 ? '' : wordsOf(row.firstElementChild);
    const matches = (mark, element) =>
      (outcome === '' || mark === outcome) &&
      terms.every((term) => words.includes(term) || wordsOf(element).includes(term));
    for (const { check, mark } of checks) check.hidden = !matches(mark, check);
    const visible = checks.filter(({ check }) => !check.hidden).length;
    if (visible > 0 || (checks.length === 0 && matches(markOfRow, row))) shown.add(row);
    checksShown += visible;
  }
  const parts = new Set([...shown].map((row) => row.parentElement));
  for (const { row, part } of rows) {
    row.hidden = !shown.has(row);
    part.hidden = !parts.has(part);
    row.open = active && checksShown <= MOST_OPENED && shown.has(row);
  }
  count.textContent = active
    ? `${shown.size} of ${rows.length} requirements, ${checksShown} ${checksShown === 1 ? 'check' : 'checks'}`
    : `${rows.length} requirements`;
}

function isPressed(chip) {
  return chip.getAttribute('aria-pressed') === 'true';
}

/** Presses one chip, or none. */
function pressChip(pressed) {
  for (const chip of chips) chip.setAttribute('aria-pressed', String(chip === pressed));
  applyFilter();
}

function showAll() {
  search.value = '';
  pressChip(null);
}

/** Opens the target of the address and the elements around it. */
function followAddress() {
  const target = document.querySelector(':target');
  if (target === null) return;
  if (target.closest('[hidden]') !== null) showAll();
  for (let at = target; at !== null; at = at.parentElement) if (at.matches('details')) at.open = true;
  target.scrollIntoView();
}

function addCopyButton(command) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  command.before(button);
}

/** Copies a command, or selects it where the browser gives a page from disk no clipboard. */
async function copyCommand(button) {
  const command = button.nextElementSibling;
  getSelection()?.selectAllChildren(command);
  const copied = await navigator.clipboard?.writeText(command.textContent).then(
    () => true,
    () => document.execCommand('copy'),
  );
  button.textContent = copied ? 'Copied' : 'Selected';
  announcement.textContent = copied ? 'The command is copied.' : 'The command is selected; copy it with the keyboard.';
}

if (filter !== null) {
  filter.hidden = false;
  filter.addEventListener('input', applyFilter);
  document.getElementById('filter-clear').addEventListener('click', showAll);
  for (const chip of chips) chip.addEventListener('click', () => pressChip(isPressed(chip) ? null : chip));
  applyFilter();
}
document.querySelectorAll('.command').forEach(addCopyButton);
document.addEventListener('click', (event) => {
  const button = event.target.closest('button.copy');
  if (button !== null) void copyCommand(button);
  const link = event.target.closest('a');
  if (link !== null && link.hash !== '' && link.hash === location.hash) followAddress();
});
addEventListener('hashchange', followAddress);
followAddress();
