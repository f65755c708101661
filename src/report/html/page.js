// The script of report.html. The page is complete without it. It adds the filter and the copy buttons, and opens what a
// link or the printer needs. It compares text of the report, and never makes markup of it.

const MOST_OPENED = 200;

const filter = document.getElementById('filter');
const fields = {
  level: document.getElementById('filter-level'),
  operation: document.getElementById('filter-operation'),
  text: document.getElementById('filter-text'),
};
const chips = [...document.querySelectorAll('button.chip')];
const count = document.getElementById('filter-count');
const announcement = document.getElementById('announcement');

const rows = [...document.querySelectorAll('#requirements details.requirement')].map((row) => ({
  row,
  part: row.parentElement,
  mark: markOf(row),
  words: '',
  checks: [...row.querySelectorAll('.check')].map((check) => ({ check, mark: markOf(check), words: '' })),
}));
const openedByFilter = new Set();
let wordsRead = false;

/** The outcome that the row shows: the second class of its first mark. */
function markOf(row) {
  return row.querySelector('.mark').classList[1];
}

/** Reads the words of the page. The first search for a text needs them. */
function readWords() {
  if (wordsRead) return;
  wordsRead = true;
  for (const entry of rows) {
    entry.words = entry.row.querySelector('summary').textContent.toLowerCase();
    for (const each of entry.checks) each.words = each.check.textContent.toLowerCase();
  }
}

/** What the filter searches for. Empty members match everything. */
function query() {
  const mark = chips.find((chip) => chip.getAttribute('aria-pressed') === 'true')?.dataset.mark ?? '';
  return {
    outcome: mark,
    level: fields.level.value,
    operation: fields.operation.value,
    text: fields.text.value.trim(),
  };
}

/** Shows the checks that match, with their requirements. A requirement without checks must match itself. */
function applyFilter() {
  const { outcome, level, operation, text } = query();
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
  const active = outcome !== '' || level !== '' || operation !== '' || terms.length > 0;
  if (terms.length > 0) readWords();
  const shown = [];
  let checksShown = 0;
  for (const entry of rows) {
    const { dataset } = entry.row;
    const own = (level === '' || dataset.level === level) && (operation === '' || dataset.operation === operation);
    const matches = ({ mark, words }) =>
      own &&
      (outcome === '' || mark === outcome) &&
      terms.every((term) => words.includes(term) || entry.words.includes(term));
    let checksOfRow = 0;
    for (const each of entry.checks) {
      const visible = matches(each);
      if (each.check.hidden === visible) each.check.hidden = !visible;
      if (visible) checksOfRow += 1;
    }
    const visible = checksOfRow > 0 || (entry.checks.length === 0 && matches(entry));
    if (entry.row.hidden === visible) entry.row.hidden = !visible;
    if (visible) shown.push(entry.row);
    checksShown += checksOfRow;
  }
  const parts = new Set(shown.map((row) => row.parentElement));
  for (const { part } of rows) part.hidden = !parts.has(part);
  openShown(active && checksShown <= MOST_OPENED ? shown : []);
  count.textContent = active
    ? `${shown.length} of ${rows.length} requirements, ${checksShown} ${checksShown === 1 ? 'check' : 'checks'}`
    : `${rows.length} requirements`;
}

/** Puts the filter into the address, which can be shared. */
function saveQuery() {
  const set = Object.entries(query()).filter(([, value]) => value !== '');
  history.replaceState(null, '', set.length === 0 ? '#requirements' : `#?${new URLSearchParams(set)}`);
}

function setQuery(wanted) {
  for (const [name, field] of Object.entries(fields)) field.value = wanted.get(name) ?? '';
  for (const chip of chips) chip.setAttribute('aria-pressed', String(chip.dataset.mark === wanted.get('outcome')));
  applyFilter();
}

function pressChip(pressed) {
  const isOn = pressed.getAttribute('aria-pressed') !== 'true';
  for (const chip of chips) chip.setAttribute('aria-pressed', String(isOn && chip === pressed));
  applyFilter();
  saveQuery();
}

/** Opens the given rows, and closes rows that an earlier filter opened. */
function openShown(shown) {
  for (const row of openedByFilter) if (!shown.includes(row)) row.open = false;
  openedByFilter.clear();
  for (const row of shown) {
    if (!row.open) {
      row.open = true;
      openedByFilter.add(row);
    }
  }
}

/** Applies the filter of the address, or opens its target and the elements around it. */
function followAddress() {
  if (location.hash.startsWith('#?')) {
    setQuery(new URLSearchParams(location.hash.slice(2)));
    filter?.scrollIntoView();
    return;
  }
  const target = document.getElementById(targetId());
  if (target === null) return;
  if (target.closest('[hidden]') !== null) setQuery(new URLSearchParams());
  for (let at = target; at !== null; at = at.parentElement) if (at.matches('details')) at.open = true;
  target.scrollIntoView();
}

function targetId() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

/** Adds a button to each visible command. A page may hold thousands of commands. */
function addCopyButtons(root) {
  for (const command of root.querySelectorAll('.command:not(.copy + *)')) {
    if (command.closest('details:not([open])') !== null) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    command.before(button);
  }
}

async function copyCommand(button) {
  const command = button.nextElementSibling;
  const copied = await copyText(command);
  button.textContent = copied ? 'Copied' : 'Selected';
  announcement.textContent = copied ? 'The command is copied.' : 'The command is selected; copy it with the keyboard.';
}

/** Selects the command if the browser gives a page from disk no clipboard. */
async function copyText(command) {
  try {
    await navigator.clipboard.writeText(command.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(command);
    return document.execCommand('copy');
  }
}

const openedForPrint = new Set();

function openForPrint() {
  for (const part of document.querySelectorAll('.requirement, .violation details, .others')) {
    if (part.open) continue;
    part.open = true;
    openedForPrint.add(part);
  }
}

function closeAfterPrint() {
  for (const part of openedForPrint) part.open = false;
  openedForPrint.clear();
}

if (filter !== null) {
  filter.hidden = false;
  filter.addEventListener('input', () => {
    applyFilter();
    saveQuery();
  });
  document.getElementById('filter-clear')?.addEventListener('click', () => {
    setQuery(new URLSearchParams());
    saveQuery();
  });
  for (const chip of chips) chip.addEventListener('click', () => pressChip(chip));
  applyFilter();
}
addCopyButtons(document);
document.addEventListener('toggle', (event) => addCopyButtons(event.target), true);
document.addEventListener('click', (event) => {
  const button = event.target.closest('button.copy');
  if (button !== null) void copyCommand(button);
  const link = event.target.closest('a');
  if (link !== null && link.hash !== '' && link.hash === location.hash) followAddress();
});
addEventListener('hashchange', followAddress);
addEventListener('beforeprint', openForPrint);
addEventListener('afterprint', closeAfterPrint);
followAddress();
