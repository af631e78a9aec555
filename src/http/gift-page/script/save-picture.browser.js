// Draws the certificate as a picture on the device; nothing is sent.
const width = 1080;
const margin = 72;
const inner = width - 2 * margin;
const headHeight = Math.round((width * 620) / 1360);
const families = { text: 'system-ui, sans-serif', number: 'ui-monospace, monospace' };
const ink = '#241d16';
const muted = '#685c50';

const find = (selector) => document.querySelector(selector);
const textOf = (selector) => find(selector)?.textContent.trim() ?? '';

/** Lines of the picture from top to bottom; each returns its height. */
function lines() {
  const values = [...document.querySelectorAll('.code .value')].flatMap((one) => [
    label(one.querySelector('dt').textContent),
    value(one.querySelector('.digits').id),
  ]);
  return [
    { labels: textOf('h1'), size: 60, weight: 700, before: 56 },
    { labels: find('.face')?.lastChild.textContent ?? '', size: 88, weight: 700, before: 20 },
    { labels: find('.until')?.firstChild.textContent ?? '', size: 34, colour: muted, before: 16 },
    ...values,
  ].filter(({ labels }) => labels !== '');
}

const label = (labels) => ({ labels, size: 30, colour: muted, before: 44 });
const value = (id) => ({ labels: spaced(id), size: 62, weight: 600, family: families.number, before: 8 });

const spaced = (id) => {
  const groups = [...document.querySelectorAll(`#${id} span`)].map((group) => group.textContent);
  return groups.length > 0 ? groups.join(' ') : textOf(`#${id}`);
};

/** Wraps text at spaces, and shrinks a word that is too long. */
function draw(context, { labels, size, weight = 400, colour = ink, family = families.text, before }, y) {
  const font = (pixels) => `${weight} ${pixels}px ${family}`;
  context.fillStyle = colour;
  context.font = font(size);
  const rows = [''];
  for (const word of labels.split(' ')) {
    const longer = rows.at(-1) === '' ? word : `${rows.at(-1)} ${word}`;
    if (rows.at(-1) !== '' && context.measureText(longer).width > inner) rows.push(word);
    else rows[rows.length - 1] = longer;
  }
  let bottom = y + before;
  for (const row of rows) {
    context.font = font(size);
    const wide = context.measureText(row).width;
    context.font = font(Math.min(size, Math.floor((size * inner) / wide)));
    bottom += Math.round(size * 1.2);
    context.fillText(row, margin, bottom - Math.round(size * 0.25));
  }
  return bottom;
}

function drawHead(context) {
  const picture = find('.picture img');
  const colours = getComputedStyle(document.documentElement);
  if (picture?.naturalWidth > 0) {
    const scale = Math.max(width / picture.naturalWidth, headHeight / picture.naturalHeight);
    const [wide, high] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
    context.save();
    context.beginPath();
    context.rect(0, 0, width, headHeight);
    context.clip();
    context.drawImage(picture, (width - wide) / 2, (headHeight - high) / 2, wide, high);
    context.restore();
    return headHeight;
  }
  context.fillStyle = colours.getPropertyValue('--banner');
  context.fillRect(0, 0, width, headHeight / 3);
  return headHeight / 3;
}

function drawBars(context, y) {
  const svg = find('.barcode svg');
  if (!svg) return y;
  const { width: modules, height: rows } = svg.viewBox.baseVal;
  // Whole pixels per module, otherwise a scanner could confuse bars.
  const scale = Math.max(1, Math.floor((svg.matches('.square') ? inner / 2 : inner) / modules));
  const stretch = svg.matches('.wide') ? 220 / rows : scale;
  context.save();
  context.translate(margin, y + 56);
  context.scale(scale, stretch);
  context.fillStyle = '#000';
  const bars = new Path2D(document.getElementById('bars').getAttribute('d'));
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- This paints, it fills no array.
  context.fill(bars);
  context.restore();
  return y + 56 + rows * stretch;
}

function drawMark(context, height) {
  const labels = textOf('.ribbon') || textOf('.stamp b');
  if (labels === '') return;
  context.save();
  context.translate(width / 2, height / 2);
  context.rotate(-Math.PI / 5);
  context.fillStyle = '#b3131b66';
  context.font = `700 160px ${families.text}`;
  context.textAlign = 'center';
  context.fillText(labels.toUpperCase(), 0, 0);
  context.restore();
}

/** Draws twice: the first time only to measure the height. */
function certificate() {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  let height = 10;
  for (let round = 0; round < 2; round += 1) {
    canvas.width = width;
    canvas.height = height;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    let y = drawHead(context);
    for (const line of lines()) y = draw(context, line, y);
    y = drawBars(context, y);
    const order = find('[data-picture]').dataset.footer;
    if (order !== '') y = draw(context, label(order), y);
    drawMark(context, height);
    height = Math.ceil(y + margin);
  }
  return canvas;
}

for (const button of document.querySelectorAll('[data-picture]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    certificate().toBlob((blob) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = button.dataset.picture;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    }, 'image/png');
  });
}
