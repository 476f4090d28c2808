"""Lattices from files: tilings of the plane, which TOML describes.

Some come with the package; `lattice_of` makes a `Lattice` of a definition.
"""

from enumino.objects.lattice_files.definition import FOLDER as FOLDER
from enumino.objects.lattice_files.definition import SUFFIX as SUFFIX
from enumino.objects.lattice_files.definition import Definition as Definition
from enumino.objects.lattice_files.definition import Symmetry as Symmetry
from enumino.objects.lattice_files.definition import file_of as file_of
from enumino.objects.lattice_files.definition import is_shipped as is_shipped
from enumino.objects.lattice_files.definition import read as read
from enumino.objects.lattice_files.definition import shipped as shipped
from enumino.objects.lattice_files.definition import shipped_names as shipped_names
from enumino.objects.lattice_files.definition import written as written
from enumino.objects.lattice_files.tiling import lattice_of as lattice_of
