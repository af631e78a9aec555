// What is typed or scanned takes the place of what stands in the field: of an amount, of a number that was not found, and of one that is
// being checked, which a scanner may read twice. What was typed before this script began stays.
const field = document.querySelector('#number, #amount');

if (field.value === field.defaultValue) field.select();
field.form.addEventListener('submit', () => field.select());

// A scanner also types when the cashier has pressed beside the field.
document.addEventListener('keydown', ({ key, ctrlKey, altKey, metaKey, target }) => {
  const isSign = key.length === 1 && !ctrlKey && !altKey && !metaKey;
  if (isSign && field.id === 'number' && !target.matches('a, button, input')) field.focus();
});
