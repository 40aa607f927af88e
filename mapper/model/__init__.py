"""The result of a mapping: entities with typed attributes, and the origins of each attribute.

Every value is immutable and knows nothing of the system (Terraform, ACK, …) it was mapped for.
"""

from ..report.entity_kind import EntityKind as EntityKind
from ..report.entity_kind import EntityRef as EntityRef
from .arguments import Argument as Argument
from .arguments import Identification as Identification
from .arguments import Place as Place
from .arguments import Supply as Supply
from .attribute import INTEGERS as INTEGERS
from .attribute import NUMBERS as NUMBERS
from .attribute import STATUS_WORDS as STATUS_WORDS
from .attribute import TEXTS as TEXTS
from .attribute import Attribute as Attribute
from .attribute import Body as Body
from .attribute import Collection as Collection
from .attribute import CollectionKind as CollectionKind
from .attribute import Contribution as Contribution
from .attribute import Default as Default
from .attribute import Fragment as Fragment
from .attribute import Ignored as Ignored
from .attribute import Nested as Nested
from .attribute import NestingMode as NestingMode
from .attribute import Object as Object
from .attribute import Omission as Omission
from .attribute import Origin as Origin
from .attribute import Placement as Placement
from .attribute import Reason as Reason
from .attribute import Reference as Reference
from .attribute import Sample as Sample
from .attribute import Scalar as Scalar
from .attribute import ScalarKind as ScalarKind
from .attribute import Status as Status
from .attribute import Type as Type
from .attribute import Union as Union
from .attribute import attribute_size as attribute_size
from .attribute import bodies_in as bodies_in
from .attribute import nested_body as nested_body
from .attribute import walk as walk
from .mapping import About as About
from .mapping import Address as Address
from .mapping import Alias as Alias
from .mapping import Candidate as Candidate
from .mapping import Candidates as Candidates
from .mapping import Column as Column
from .mapping import Coverage as Coverage
from .mapping import Entity as Entity
from .mapping import Enumeration as Enumeration
from .mapping import Mapping as Mapping
from .mapping import NameTemplate as NameTemplate
from .mapping import Operation as Operation
from .mapping import Purpose as Purpose
from .mapping import SourceBody as SourceBody
from .type_words import options_in_words as options_in_words
from .type_words import type_in_words as type_in_words
from .variant import Variant as Variant
