// Files of tensors: safetensors in, float32 out.

const TYPES = new Map(Object.entries({
  F32: Float32Array, F16: Uint16Array, I8: Int8Array, U8: Uint8Array, I16: Int16Array,
}));

/** A safetensors file (ArrayBuffer) -> name -> { dtype, shape, data }; data has its own type. */
export function safetensors(buffer) {
  const size = Number(new DataView(buffer).getBigUint64(0, true));
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, size)));
  const found = Object.create(null);
  for (const [name, entry] of Object.entries(head)) {
    if (name === "__metadata__") continue;
    const [start, end] = entry.data_offsets.map((offset) => 8 + size + offset);
    const Type = TYPES.get(entry.dtype);
    if (!Type) throw new Error(`${name} is of the type ${entry.dtype}`);
    const aligned = start % Type.BYTES_PER_ELEMENT === 0;
    const data = aligned
      ? new Type(buffer, start, (end - start) / Type.BYTES_PER_ELEMENT)
      : new Type(buffer.slice(start, end));
    found[name] = { dtype: entry.dtype, shape: entry.shape, data };
  }
  return found;
}

/** A tensor as float32: from half precision, or from int8 with a scale for each of its rows. */
export function floats(tensors, name, into) {
  const { dtype, shape, data } = tensors[name];
  const out = into ?? new Float32Array(data.length);
  if (dtype === "F16") {
    const table = halves();
    for (let i = 0; i < data.length; i++) out[i] = table[data[i]];
  } else if (dtype === "I8") {
    const scale = floats(tensors, `${name}.scale`);
    const cols = data.length / shape[0];
    for (let i = 0; i < data.length; i++) out[i] = data[i] * scale[Math.floor(i / cols)];
  } else out.set(data);
  return out;
}

let table;
/** The value of each of the 65,536 numbers of half precision. */
function halves() {
  if (table) return table;
  table = new Float32Array(65536);
  for (let bits = 0; bits < 65536; bits++) {
    const exponent = (bits >> 10) & 31, fraction = bits & 1023;
    let value = (1 + fraction / 1024) * 2 ** (exponent - 15);
    if (exponent === 0) value = fraction * 2 ** -24;
    if (exponent === 31) value = fraction ? NaN : Infinity;
    table[bits] = bits >> 15 ? -value : value;
  }
  return table;
}
